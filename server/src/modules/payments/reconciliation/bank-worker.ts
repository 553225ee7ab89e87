import { parentPort, workerData } from 'node:worker_threads';
import * as z from 'zod/mini';
import { type BankStatement, StatementRefused } from './bank-statement.ts';
import { readCamt053 } from './read-camt053.ts';
import { readMt940 } from './read-mt940.ts';

/** What the thread answers: statements, or where the file is not what its format demands. */
export type BankAnswer =
  | { readonly statements: readonly BankStatement[] }
  | { readonly fault: 'REFUSED'; readonly line: number | null };

function read(format: 'CAMT053' | 'MT940', content: string): BankAnswer {
  try {
    return { statements: format === 'MT940' ? readMt940(content) : readCamt053(content) };
  } catch (error) {
    if (error instanceof StatementRefused) return { fault: 'REFUSED', line: error.line };
    throw error;
  }
}

const given = z.object({ format: z.enum(['CAMT053', 'MT940']), content: z.string() });

if (parentPort !== null) {
  const { format, content } = given.parse(workerData);
  parentPort.postMessage(read(format, content));
}
