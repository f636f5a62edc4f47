import { describeCorpus } from './describe-corpus.ts';

describeCorpus({ level: 'A', groups: ['resource', 'signal', 'process', 'filesystem'] });
