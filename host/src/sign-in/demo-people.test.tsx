// @vitest-environment jsdom
import { auth } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { DemoPeople } from './demo-people.tsx';

const someone = {
  userName: 'collector',
  realName: 'Achieng Ouma',
  deptName: 'Early Collection',
  roleName: 'Collector',
  remark: 'Works the cases assigned to them',
};
const draw = (people: (typeof someone)[]) => {
  const onChoose = vi.fn<(userName: string, password: string) => void>();
  const page = renderPage(<DemoPeople isBusy={false} onChoose={onChoose} />, {
    plugin: { name: 'host', texts: { en } },
    replies: [reply(auth.demoPeople, { password: 'secret', people })],
  });
  return { page, onChoose };
};

it('offers the people of a demonstration by name, desk and work: one click signs in', async () => {
  const { page, onChoose } = draw([someone]);
  const offered = await page.findByRole('button', { name: /Achieng Ouma/ });
  expect(offered.textContent).toBe('Achieng OumaCollector · Early CollectionWorks the cases assigned to them');
  fireEvent.click(offered);
  expect(onChoose.mock.calls).toEqual([['collector', 'secret']]);
});

it('offers nobody where nobody is told', async () => {
  const { page } = draw([]);
  await vi.waitFor(() => {
    expect(page.server.callsOf(auth.demoPeople)).toHaveLength(1);
  });
  expect(page.queryByRole('button')).toBeNull();
});
