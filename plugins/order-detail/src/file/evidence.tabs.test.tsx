// @vitest-environment jsdom
import { orderDetail, type ReplyOf } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { SocialTab } from './evidence.tabs.tsx';

type Contact = NonNullable<ReplyOf<typeof orderDetail.contacts>['content']>[number];
const contact: Contact = {
  contactId: '7',
  name: 'Otieno',
  relation: 'SIBLING',
  phone: '25*******111',
  isGuarantor: false,
  isBlocked: false,
  sameNumberOrders: [],
};

test('a contact on the contact blacklist is marked, and their number struck through; others are not', async () => {
  const barred = { ...contact, contactId: '8', name: 'Njoroge', phone: '25*******222', isBlocked: true };
  renderPage(<SocialTab orderNo="LO1" />, {
    at: '/AdminContent/OrderDetailAudit/OrderDetail',
    plugin: { name: 'order-detail', texts: { en } },
    replies: [
      reply(orderDetail.contacts, { askedAt: '2026-11-28T08:00:00Z', deliveredAt: null, content: [contact, barred] }),
    ],
  });
  expect((await screen.findByText(/\*222$/)).closest('s')).not.toBeNull();
  expect(screen.getByText(/\*111$/).closest('s')).toBeNull();
  expect(screen.getAllByText(en.contact.blocked)).toHaveLength(1);
});
