import { describeCorpus } from './describe-corpus.ts';

describeCorpus({ level: 'namespaces', groups: ['network', 'output', 'secrets', 'escape', 'forgery', 'honest'] });
