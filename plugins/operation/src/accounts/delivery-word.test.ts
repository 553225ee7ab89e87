import { expect, test } from 'vitest';
import { deliveryWordIn } from './delivery-word.ts';

test('a push that its gateway took says that nobody reports its delivery, and an SMS waits for its report', () => {
  const word = deliveryWordIn((key) => key);
  const sent = { outcome: 'SENT', delivery: 'SENT' } as const;
  expect(word('PUSH', sent)).toBe('account.delivery.UNREPORTED');
  expect(word('SMS', sent)).toBeNull();
  expect(word('WHATSAPP', { outcome: 'SENT', delivery: 'DELIVERED' })).toBe('account.delivery.DELIVERED');
  expect(word('PUSH', { outcome: 'INVALID', delivery: null })).toBeNull();
});
