// npm test: install what is missing, then every check (scripts/test/main.ts) on the pinned Node.
import { nodeVersionFault } from './bootstrap/node-version.mjs';

const fault = nodeVersionFault(process.version);
if (fault) {
  console.error(fault);
  process.exitCode = 1;
} else {
  // Imported late: an old Node should read our sentence, not stumble over newer syntax.
  import('./bootstrap/run-pinned.mjs').then(({ run }) => run('scripts/test/main.ts', process.argv.slice(2)));
}
