// @vitest-environment jsdom
import { sensitiveWord } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { SensitiveWordConfigPage } from './sensitive-word-config.page.tsx';

const row: sensitiveWord.WordGroupRow = {
  wordGroupNo: 'SW1',
  wordGroup: 'Threats',
  words: ['jail'],
  exceptions: [],
  language: 'en',
  scopes: ['ANNOUNCEMENT'],
  action: 'BLOCK',
  wordCount: 1,
  hits: 3,
  status: 'ENABLED',
  updatedByName: 'Wanjiru',
  updatedAt: '2026-11-24T08:00:00Z',
  version: 2,
  allowedActions: ['update'],
};
const open = (perms: string[], allowedActions: sensitiveWord.WordGroupRow['allowedActions']) =>
  renderPage(<SensitiveWordConfigPage />, {
    at: '/AdminContent/OperationSystem/SensitiveWordConfig',
    plugin: { name: 'operation', texts: { en } },
    perms,
    replies: [
      reply(sensitiveWord.page, { rows: [{ ...row, allowedActions }], total: 1, totalIsExact: true }),
      reply(sensitiveWord.save, { wordGroupNo: 'SW1', version: 3 }),
      reply(sensitiveWord.moveMany, { jobNo: 'J1' }),
      reply(sensitiveWord.detail, {
        row,
        hits: [
          { hitAt: '2026-11-24T08:00:00Z', byName: 'Otieno', scope: 'ANNOUNCEMENT', word: 'jail', text: 'Go to jail' },
        ],
        history: [],
      }),
    ],
  });

test('takes words with commas of either width, each once', async () => {
  const page = open(['operation:sensitiveWord:save'], ['update']);
  fireEvent.click((await screen.findAllByRole('button', { name: /^Edit/ }))[0] as HTMLElement);
  fireEvent.change(await screen.findByLabelText('Words'), { target: { value: 'jail，Arrest, arrest ,  ' } });
  await screen.findByText(/2 words, duplicates removed · typed twice: Arrest/);
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => {
    expect(page.server.callsOf(sensitiveWord.save)[0]?.request).toMatchObject({
      wordGroupNo: 'SW1',
      version: 2,
      words: ['jail', 'Arrest'],
      exceptions: [],
    });
  });
});

test('shows where words were found, and no button to those without the code', async () => {
  open([], []);
  fireEvent.click(await screen.findByText('Threats'));
  await screen.findByText('Go to jail');
  expect(screen.queryByRole('button', { name: /^(Edit|Add|Disable)/ })).toBeNull();
});

test('offers to move the words of chosen groups, and asks whereto', async () => {
  const page = open(['operation:sensitiveWord:save'], ['update']);
  fireEvent.click(await screen.findByRole('checkbox', { name: /Threats/ }));
  fireEvent.click(await screen.findByRole('button', { name: 'Move words' }));
  const dialog = await screen.findByRole('dialog', { name: 'Move the words of 1 group' });
  expect(dialog.textContent).toContain('Emptied groups are deleted');
  fireEvent.click(screen.getByRole('button', { name: 'Move' }));
  expect(page.server.callsOf(sensitiveWord.moveMany)).toEqual([]);
});
