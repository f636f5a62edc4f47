/** Prints how much an executor does at once here. */
import { examineMachine } from '../../../src/environment/examine-machine.ts';
import { createLocalExecutor } from '../../../src/executor/local/create-local-executor.ts';
import { bareEnvironment } from '../../../src/executor/local/testing/bare-environment.ts';

await using executor = await createLocalExecutor({ environment: bareEnvironment() });
const machine = await examineMachine('/');
process.stdout.write(JSON.stringify({ capacity: executor.capacity, sizing: executor.sizing, machine }));
