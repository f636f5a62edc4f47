import { describeCorpus } from './describe-corpus.ts';

describeCorpus({ level: 'namespaces', groups: ['resource', 'signal', 'process', 'filesystem'] });
