// @vitest-environment jsdom
import { collectionPersonnel } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { CollectionPersonnelNewPage } from './collection-personnel-new.page.tsx';

const { endpoints } = collectionPersonnel;

test('says collectors in the words of its section', async () => {
  renderPage(<CollectionPersonnelNewPage />, {
    at: '/AdminContent/CollectionSystemNew/CollectionPersonnelNew',
    perms: ['collection:personnel:sync'],
    plugin: { name: 'test', texts: { en } },
    replies: [reply(endpoints.page, { rows: [], total: 0, totalIsExact: true })],
  });
  expect(await screen.findByRole('heading', { name: /Collectors by bill/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Sync' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Freeze' })).toBeNull();
});
