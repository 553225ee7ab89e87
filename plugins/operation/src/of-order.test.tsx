// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { renderPage } from '@kituo/sdk/testing';
import { expect, test } from 'vitest';
import en from '../locales/en.json' with { type: 'json' };
import { OfOrder } from './of-order.tsx';

test('shows what is said of an order once its number was asked for, without the blanks around it', () => {
  renderPage(<OfOrder title="Contract of an order">{(orderNo) => <p>Of {orderNo}</p>}</OfOrder>, {
    at: '/AdminContent/OperationSystem/AppContentManagement',
    plugin: { name: 'operation', texts: { en } },
    replies: [],
  });
  const field = screen.getByLabelText('Order number');
  const show = () => {
    fireEvent.click(screen.getByRole('button', { name: 'Show' }));
  };
  show();
  expect(screen.queryByText(/^Of /)).toBeNull();
  fireEvent.change(field, { target: { value: ' LO0001 ' } });
  // What is typed on is not asked for.
  expect(screen.queryByText(/^Of /)).toBeNull();
  show();
  expect(screen.getByText('Of LO0001')).toBeTruthy();
  fireEvent.change(field, { target: { value: 'LO0002' } });
  expect(screen.getByText('Of LO0001')).toBeTruthy();
  show();
  expect(screen.getByText('Of LO0002')).toBeTruthy();
});
