import { expect, test } from 'vitest';
import { csvText } from './csv-line.ts';

test('a cell that a spreadsheet would run stays text; quotes, commas and line ends are quoted', () => {
  expect(
    csvText([
      ['orderNo', 'reason'],
      ['LO1', '=HYPERLINK("http://x")'],
      ['-5', 'one, two\nthree'],
    ]),
  ).toBe('\uFEFForderNo,reason\r\nLO1,"\'=HYPERLINK(""http://x"")"\r\n\'-5,"one, two\nthree"');
});
