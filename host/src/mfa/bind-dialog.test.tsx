// @vitest-environment jsdom
import { mfa } from '@kituo/sdk/contracts';
import { Refusal, renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { BindDialog } from './bind-dialog.tsx';

it('goes back to the password that is missing or was refused', async () => {
  const msg = 'Incorrect current password.';
  const page = renderPage(<BindDialog onClose={() => Promise.resolve()} />, {
    plugin: { name: 'host', texts: { en } },
    replies: [
      reply(mfa.qr, () => {
        throw new Refusal('PASSWORD_WRONG', { fields: [{ field: 'password', msg }] });
      }),
    ],
  });
  const dialog = within(page.getByRole('dialog'));
  const field = dialog.getByLabelText('Your password', { selector: 'input' });
  const button = dialog.getByRole('button', { name: 'Continue' });
  const send = (): void => {
    button.focus();
    fireEvent.click(button);
  };
  send();
  dialog.getByText('Password cannot be blank');
  expect(document.activeElement).toBe(field);
  fireEvent.change(field, { target: { value: 'harbour-Lamp-90' } });
  send();
  await dialog.findByText(msg);
  await expect.poll(() => document.activeElement, { timeout: 3000 }).toBe(field);
});
