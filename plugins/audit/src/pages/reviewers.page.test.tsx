// @vitest-environment jsdom
import { auditPersonnel, config, dictionary, reviewConfig } from '@kituo/sdk/contracts';
import { Refusal, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { A, listed, person, steps, named, open } from '../testing/review-pages.tsx';
import { AuditConfigurationPage } from './audit-configuration.page.tsx';
import { AuditPersonnelPage } from './audit-personnel.page.tsx';

const { endpoints } = auditPersonnel;

describe('reviewers', () => {
  const at = `${A}AuditPersonnel`;

  test('speak languages by their names; a machine among them is marked', async () => {
    const machine = { ...person, userNo: 'U9', realName: 'Msaidizi', isAiEmployee: true };
    open(<AuditPersonnelPage />, {
      at,
      replies: [
        reply(endpoints.page, listed(person, { ...machine, languages: ['sw', 'old'] })),
        reply(dictionary.getEnabledNotEnabledOptionRespDtos, [
          { dictKey: 'sw', label: 'Swahili', tagColour: null, enabled: true },
        ]),
      ],
    });
    await screen.findByText('Msaidizi');
    expect(await screen.findAllByText(/^Swahili/)).toHaveLength(2);
    const rows = screen.getAllByRole('row').map(({ textContent }) => textContent);
    expect(rows.filter((row) => row.includes('AI employee') && row.includes('Msaidizi'))).toHaveLength(1);
    expect(rows.filter((row) => row.includes('AI employee') && row.includes('Otieno'))).toEqual([]);
  });

  test('freezing says what goes back; sign-in is offered to those who may freeze it alone', async () => {
    const page = open(<AuditPersonnelPage />, {
      at,
      perms: ['audit:personnel:freeze', 'audit:personnel:update'],
      replies: [
        reply(endpoints.freeze, {
          sentBack: 12,
          sessionsEnded: null,
        }),
      ],
    });
    await screen.findByText('Otieno Odhiambo');
    expect(screen.queryByText('Sync')).toBeNull();
    fireEvent.click(await screen.findByLabelText('More actions for Otieno Odhiambo'));
    fireEvent.click(await screen.findByText('Freeze'));
    const form = await screen.findByRole('dialog');
    await within(form).findByText(/12 open orders return to assignment/);
    await within(form).findByText(/No capacity today for 12/);
    expect(within(form).queryByLabelText('Also freeze account')).toBeNull();
    fireEvent.click(within(form).getByRole('button', { name: 'Freeze' }));
    await waitFor(() => {
      expect(page.server.callsOf(endpoints.freeze)[0]?.request).toEqual({
        userNo: 'U2',
        alsoSignIn: false,
      });
    });
  });
});

describe('the rules', () => {
  const at = `${A}AuditConfiguration?tab=STEPS`;

  test('a new version of the steps starts from what holds and is sent in its order', async () => {
    const page = open(<AuditConfigurationPage />, {
      at,
      perms: ['audit:config:update'],
      replies: [
        reply(reviewConfig.save, () => {
          throw new Refusal('REVIEW_STEP_FAULT', {
            fields: [
              {
                field: 'value.0.stepName',
                msg: 'Two steps have this name',
              },
            ],
          });
        }),
      ],
    });
    fireEvent.click(await screen.findByRole('button', { name: 'New version' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Add step' }));
    fireEvent.change(screen.getByLabelText('Step 2'), { target: { value: 'Ring the employer' } });
    await screen.findByText('A step needs at least one answer');
    const answers = screen.getByRole('group', { name: 'Answers of step 2' });
    fireEvent.click(await within(answers).findByLabelText('Confirmed'));
    fireEvent.click(screen.getByRole('button', { name: 'Move step 2 up' }));
    fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'More calls' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save draft' }));
    const [first] = await screen.findAllByText('Two steps have this name');
    expect(first?.closest('li')?.querySelector('input')?.value).toBe('Ring the employer');
    fireEvent.change(screen.getByLabelText('Step 1 in Chinese'), { target: { value: '致电雇主' } });
    expect(first?.isConnected).toBe(false);
    page.server.answer(reply(reviewConfig.save, steps));
    fireEvent.click(screen.getByRole('button', { name: 'Save draft' }));
    await waitFor(() => {
      expect(page.server.callsOf(reviewConfig.save).at(-1)?.request).toMatchObject({
        tab: 'STEPS',
        scope: { merchantNo: null, productNo: null, loanType: null },
        value: [
          { stepName: 'Ring the employer', stepNameZh: '致电雇主', answers: ['CONFIRMED'] },
          { stepName: 'Compare faces' },
        ],
      });
    });
  });

  test('say what holds where nobody made a version, and a new one starts from it', async () => {
    const value = { autoAllotEnabled: false, leaseMinutes: 45, amberAfterMinutes: 30, redAfterMinutes: 90 };
    const page = open(<AuditConfigurationPage />, {
      at: `${A}AuditConfiguration`,
      perms: ['audit:config:update'],
      replies: [
        reply(named(reviewConfig.page, 'ALLOCATION'), listed()),
        reply(config.inForce, {
          value,
          versionNo: null,
          effectiveFrom: null,
        }),
      ],
    });
    const held = await screen.findByRole('region', { name: 'In force' });
    await within(held).findByText('Default settings. No version has been created.');
    expect(within(held).getByText('45 minutes')).toBeTruthy();
    const [add = document.body] = await screen.findAllByRole('button', { name: 'New version' });
    fireEvent.click(add);
    expect(await screen.findByLabelText(/^Return unopened orders/)).toHaveProperty('value', '45');
    expect(page.server.callsOf(config.inForce)[0]?.request).toEqual({ key: 'audit.allocation' });
  });

  test('without the right nothing is offered', async () => {
    open(<AuditConfigurationPage />, { at, perms: [] });
    await screen.findByText('CV1');
    expect(screen.queryByRole('button', { name: 'New version' })).toBeNull();
  });
});
