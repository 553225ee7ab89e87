import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const MODULES = join(import.meta.dirname, '../../server/src/modules');
/** What a booking is made of: where it is missing, the command throws (`needed`), so that nobody books a 0. */
const FIGURES =
  /\b(approvedCents|journalIds?|causeNo|cause|applicationNos?|billNos|claimCents|appliedCents|surplusCents|awardCents|amountCents|writeOffAmountCents|ourCents|statementCents|shareBps|approverUserNo|checkerUserNo|subjectNo|auditTime|lendingTime|\.get\(billNo\)\?\.version)\b(\?\.|\[[^\]]*\]|\.at\([^)]*\))*(\s*\)?)? \?\? (0|''|\[\])/;
const SOURCES = [
  'lending/**/*.ts',
  'payments/**/*.ts',
  'platform/{ledger,jobs,batches}/**/*.ts',
  'review/{decisions,retrieval}/*.ts',
];
/** Lists and simulations of things of any state show a 0 for what they do not have. */
const READERS = [/read/, /check-form\.ts$/, /lines\.ts$/, /list\.ts$/];

test('money code books no figure that is missing as 0', () => {
  const files = globSync(SOURCES, { cwd: MODULES }).filter(
    (file) => !/\.test\.ts$|\/testing\//.test(file) && !READERS.some((reader) => reader.test(file)),
  );
  expect(files.length).toBeGreaterThan(100);
  const silent = files.flatMap((file) =>
    readFileSync(join(MODULES, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (FIGURES.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
  );
  expect(silent).toEqual([]);
});
