import { change, home, user } from '@kituo/sdk/contracts';
import { expect, test } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { as, listOf } from '../../testing/test-calls.ts';
import { requestApproval, SECOND_PERSON } from './second-person.ts';

test('in demonstration a change of a user waits for the second administrator', async () => {
  await using app = await createTestApp({ content: 'seeded' });
  await requestApproval(app.database.db);
  const [admin, checker] = [await as(app, 'admin'), await as(app, SECOND_PERSON)];
  const now = (await admin.get(user.getUpdateUserInfo, { userNo: 'U000005' })).data;
  const request = { userNo: 'U000005', version: now.version, roleNos: ['R-005', 'R-006'] };
  const asked = await admin.post(user.updateUser, request);
  const { changeNo } = asked.data;
  expect(changeNo).toMatch(/^\w+$/);
  expect((await admin.post(change.changeFamilies.user.approve, { changeNo })).data.error).toBe('CHANGE_OWN');
  const tiles = (await checker.get(home.summary)).data.tiles;
  expect(tiles).toContainEqual(expect.objectContaining({ key: 'changesUsers', count: 1 }));
  const waiting = await checker.post(change.changeFamilies.user.page, listOf({ isDecidable: true }));
  expect(waiting.data.rows).toMatchObject([{ changeNo, makerName: 'Wanjiru Kamau' }]);
  expect((await checker.post(change.changeFamilies.user.approve, { changeNo })).data).toMatchObject({
    change: { changeState: 'APPROVED' },
  });
  const after = (await admin.get(user.getUpdateUserInfo, { userNo: 'U000005' })).data.roles;
  expect(after.map(({ roleNo }: { roleNo: string }) => roleNo)).toEqual(['R-005', 'R-006']);
});
