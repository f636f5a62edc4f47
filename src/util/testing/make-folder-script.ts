/** A process that creates a folder and prints why it could not. */
import { makeFolder } from '../make-folder.ts';

await makeFolder(process.argv[2] ?? '').catch((error: NodeJS.ErrnoException) => console.log(error.code));
