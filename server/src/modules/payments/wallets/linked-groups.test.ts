import { expect, it } from 'vitest';
import { linkedGroups } from './linked-groups.ts';

it('joins wallets that share a device, a payee or an invitation, however long the way', () => {
  const groups = linkedGroups([
    { because: 'INVITEE', customerNos: ['C1', 'C2'] },
    { because: 'INVITEE', customerNos: ['C2', 'C3'] },
    { because: 'PAYEE', customerNos: ['C3', 'C4'] },
    { because: 'DEVICE', customerNos: ['C8', 'C9'] },
  ]);
  expect(groups).toEqual([
    { customerNos: ['C1', 'C2', 'C3', 'C4'], because: ['INVITEE', 'PAYEE'] },
    { customerNos: ['C8', 'C9'], because: ['DEVICE'] },
  ]);
});

it('leaves one who invited another alone, and tells of a chain of three', () => {
  expect(linkedGroups([{ because: 'INVITEE', customerNos: ['C1', 'C2'] }])).toEqual([]);
  const chain = [
    { because: 'INVITEE' as const, customerNos: ['C1', 'C2'] },
    { because: 'INVITEE' as const, customerNos: ['C3', 'C2'] },
  ];
  expect(linkedGroups(chain)).toEqual([{ customerNos: ['C1', 'C2', 'C3'], because: ['INVITEE'] }]);
});
