// node scripts/run.mjs <script.ts> [arguments]: install what is missing, then the script on the pinned Node.
import { nodeVersionFault } from './bootstrap/node-version.mjs';

const fault = nodeVersionFault(process.version);
if (fault) {
  console.error(fault);
  process.exitCode = 1;
} else {
  // Imported late: an old Node should read our sentence, not stumble over newer syntax.
  import('./bootstrap/run-pinned.mjs').then(({ run }) => run(process.argv[2], process.argv.slice(3)));
}
