import { expect, test } from 'vitest';
import { isSentAutomatically } from './route.ts';

const route = { autoSend: true, approverUserNo: 'U2' };
const phone = { payoutType: 'MOBILE_MONEY', payoutSubType: 'MPESA' } as const;
const services = { engine: { gateways: { money: 'a gateway' } } };

test('a passed order leaves automatically where two people, a gateway and a payee of its kind are there', () => {
  expect(isSentAutomatically(route, 'U1', phone, services)).toBe(true);
  const waits: Parameters<typeof isSentAutomatically>[] = [
    [{ ...route, autoSend: false }, 'U1', phone, services],
    [{ ...route, approverUserNo: null }, 'U1', phone, services],
    [route, 'U2', phone, services],
    [route, 'U1', { ...phone, payoutType: 'BANK' }, services],
    [route, 'U1', { ...phone, payoutSubType: 'AIRTEL_MONEY' }, services],
    [route, 'U1', phone, { engine: { gateways: { money: null } } }],
  ];
  for (const facts of waits) expect(isSentAutomatically(...facts)).toBe(false);
});
