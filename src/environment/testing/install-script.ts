/** Installs in its own process, so that a test can kill it: `install-script.ts OPTIONS_AS_JSON`. Prints the folder. */
import { type InstallEnvironmentOptions, installEnvironment } from '../install-environment.ts';

const options = JSON.parse(process.argv[2] ?? '') as InstallEnvironmentOptions;
const { installed, isNew } = await installEnvironment({ ...options, variables: process.env });
process.stdout.write(`${JSON.stringify({ folder: installed.folder, isNew })}\n`);
