// @vitest-environment jsdom
import { discipline } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { EmployeeDisciplineDataPage } from './employee-discipline-data.page.tsx';

test('a month is read by person, and a person leads to the records behind their points', async () => {
  const page = renderPage(<EmployeeDisciplineDataPage />, {
    at: '/AdminContent/AppraisalSystem/EmployeeDisciplineData?tab=summary',
    perms: [],
    plugin: { name: 'appraisal', texts: { en } },
    replies: [
      reply(discipline.page, { rows: [], total: 0, totalIsExact: true }),
      reply(discipline.groupSummary, [{ deptNo: 'D1', deptName: 'Night desk', people: 2, records: 3, points: 40 }]),
      reply(discipline.summary, [
        { userNo: 'U000005', realName: 'Achieng Ouma', jobNumber: 'KT1005', records: 2, points: 15, flaggedWords: 4 },
      ]),
    ],
  });
  const link = await screen.findByRole('link', { name: 'Achieng Ouma' });
  expect(link.closest('tr')?.textContent).toBe('Achieng OumaKT10052154');
  expect((await screen.findByText('Night desk')).closest('tr')?.textContent).toBe('Night desk2340');
  expect(screen.getByRole('link', { name: 'Night desk' }).getAttribute('href')).toContain(
    'deptNo=D1&disciplineStatus=CONFIRMED',
  );
  fireEvent.change(screen.getByLabelText('Month'), { target: { value: '2026-02' } });
  await waitFor(() => {
    expect(page.server.callsOf(discipline.summary).at(-1)?.request).toEqual({
      filters: { happenedOn: { from: '2026-02-01', to: '2026-02-28' } },
    });
  });
  expect((await screen.findByRole('link', { name: 'Achieng Ouma' })).getAttribute('href')).toContain(
    'jobNumber=KT1005&disciplineStatus=CONFIRMED&happenedOn=2026-02-01..2026-02-28',
  );
});

test('a job number says whom it finds before anything is recorded', async () => {
  const page = renderPage(<EmployeeDisciplineDataPage />, {
    at: '/AdminContent/AppraisalSystem/EmployeeDisciplineData',
    perms: ['appraisal:discipline:save'],
    plugin: { name: 'appraisal', texts: { en } },
    replies: [
      reply(discipline.page, { rows: [], total: 0, totalIsExact: true }),
      reply(discipline.person, { userNo: 'U000005', realName: 'Achieng Ouma', deptName: 'Night desk' }),
    ],
  });
  fireEvent.click((await screen.findAllByRole('button', { name: en.action.disciplineAdd.label }))[0] ?? document.body);
  const drawer = await screen.findByRole('dialog');
  const field = await within(drawer).findByLabelText(en.field.jobNumber);
  fireEvent.change(field, { target: { value: 'KT' } });
  expect(page.server.callsOf(discipline.person)).toEqual([]);
  fireEvent.change(field, { target: { value: 'KT1005' } });
  expect(await within(drawer).findByText('Achieng Ouma · Night desk')).toBeTruthy();
});
