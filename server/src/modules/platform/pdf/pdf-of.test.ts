import { expect, it } from 'vitest';
import { pdfOf } from './index.ts';

const madeAt = new Date('2026-11-29T06:00:00Z');

it('makes the same file of the same content, on as many pages as it takes', async () => {
  const rows = Array.from({ length: 120 }, (_, index) => [`Charge ${index + 1}`, '35.00', '1,000.00']);
  const document = {
    title: 'Statement, Haraka',
    madeAt,
    facts: [['Merchant', 'M0001']] as const,
    paragraphs: ['Karibu', ''],
    table: { head: ['What', 'Amount', 'Balance'], rows, figures: [1, 2] },
  };
  const [one, other] = [await pdfOf(document), await pdfOf(document)];
  expect(one.subarray(0, 5).toString()).toBe('%PDF-');
  expect(one.toString('latin1').match(/\/Type \/Page\n/g)?.length).toBeGreaterThan(2);
  expect(one.length).toBe(other.length);
});

it('sets headings apart in a font of their own', async () => {
  const paragraphs = ['1. The loan', 'We lend you KES 5,000.00.'];
  const plain = await pdfOf({ title: 'Contract', madeAt, paragraphs });
  const headed = await pdfOf({
    title: 'Contract',
    madeAt,
    paragraphs,
    headingOf: (line) => (line.startsWith('1.') ? line : null),
  });
  expect(headed.equals(plain)).toBe(false);
});
