import { describeCorpus } from './describe-corpus.ts';

describeCorpus({ level: 'A', groups: ['network', 'output', 'secrets', 'escape', 'forgery', 'honest'] });
