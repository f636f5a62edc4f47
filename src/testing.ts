/** `bigcodebench/testing`: fakes for your tests, and the contract that every executor must keep (it needs vitest). */
export {
  type ContractOptions,
  describeExecutorContract,
  describeWrapperContract,
  type WrapperContractOptions,
} from './testing/executor-contract.ts';
export {
  createScriptedExecutor,
  type Script,
  type ScriptedExecutorOptions,
} from './testing/scripted-executor.ts';
export { createScriptedModel, type ScriptedModel, type ScriptedModelOptions } from './testing/scripted-model.ts';
