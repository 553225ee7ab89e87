// @vitest-environment jsdom
import { appContent } from '@kituo/sdk/contracts';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ContractText } from './contract-text.tsx';

test('a contract is read by paragraphs, with its headings', () => {
  const text =
    '1. The loan\nWe lend you KES 5,000.00.\n\nYou repay it in 30 days.\nLATE FEES\n2.5 % a day.\n# Data\nEND.';
  render(<ContractText text={text} />);
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
    '1. The loan',
    'LATE FEES',
    'Data',
  ]);
  expect(screen.getAllByText(/\.$/).map(({ textContent }) => textContent)).toEqual([
    'We lend you KES 5,000.00.',
    'You repay it in 30 days.',
    '2.5 % a day.',
    'END.',
  ]);
});

test('a sentence that begins with a number is no heading', () => {
  expect(appContent.isHeading('30 days after the loan, it is due.')).toBe(false);
  expect(appContent.isHeading('KES 5,000.00')).toBe(false);
  expect(appContent.isHeading('Masharti ya mkopo')).toBe(false);
});
