import { describeCorpus } from './describe-corpus.ts';

describeCorpus({ level: 'A' });
