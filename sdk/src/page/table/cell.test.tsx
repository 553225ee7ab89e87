// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { drawCell } from './cell.tsx';

const texts = { t: (key: string) => key, kit: (key: string) => key };
const shownIn = (width?: number) => {
  const value = { kind: 'number', text: 'INCOME_EXTENSION_SERVICE_FEE' } as const;
  return render(<>{drawCell(value, texts, width !== undefined, width)}</>).container.textContent;
};

test('a number is shortened only where its column has no room for all of it', () => {
  expect(shownIn(130)).toBe('INCOME_…CE_FEE');
  expect(shownIn(230)).toBe('INCOME_EXTENSION_SERVICE_FEE');
});
