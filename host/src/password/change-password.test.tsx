// @vitest-environment jsdom
import { auth } from '@kituo/sdk/contracts';
import { Refusal, renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { ChangePassword } from './change-password.tsx';

const ignored = () => undefined;

function draw(onLeave: () => void = ignored) {
  const page = renderPage(<ChangePassword isForced={false} onChanged={ignored} onLeave={onLeave} />, {
    plugin: { name: 'host', texts: { en } },
    replies: [
      reply(auth.passwordRule, { minLength: 10, remembered: 5 }),
      reply(auth.changePwd, () => {
        const msg = 'Incorrect current password.';
        throw new Refusal('PASSWORD_WRONG', { fields: [{ field: 'oldPassword', msg }] });
      }),
    ],
  });
  const dialog = within(page.getByRole('dialog'));
  const field = (name: string) => dialog.getByLabelText(name, { selector: 'input' });
  const fill = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
  const send = () => fireEvent.click(dialog.getByRole('button', { name: 'Change password' }));
  return { dialog, field, fill, send };
}

it('says beside each field what is missing, and goes to the first', () => {
  const { dialog, field, fill, send } = draw();
  fill('Current password', 'harbour-Lamp-90');
  send();
  expect(dialog.getAllByText('Password cannot be blank')).toHaveLength(2);
  expect(document.activeElement).toBe(field('New password'));
});

it('goes to the second password where the two differ, but only when it is sent', () => {
  const { dialog, field, fill, send } = draw();
  fill('Current password', 'harbour-Lamp-90');
  fill('New password', 'harbour-Lamp-91');
  fill('Repeat new password', 'harbour-Lamp-92');
  field('New password').focus();
  fireEvent.blur(field('Repeat new password'));
  expect(dialog.getByText('The two passwords entered are inconsistent')).toBeTruthy();
  expect(document.activeElement).toBe(field('New password'));
  send();
  expect(document.activeElement).toBe(field('Repeat new password'));
});

it('goes to the field that the server refused', async () => {
  const { dialog, field, fill, send } = draw();
  fill('Current password', 'harbour-Lamp-90');
  for (const name of ['New password', 'Repeat new password']) fill(name, 'harbour-Lamp-91');
  send();
  expect(await dialog.findByText('Incorrect current password.')).toBeTruthy();
  await expect.poll(() => document.activeElement).toBe(field('Current password'));
});

it('survives Escape with what was typed', () => {
  let left = 0;
  const { field, fill } = draw(() => (left += 1));
  fill('Current password', 'harbour-Lamp-90');
  fireEvent.keyDown(field('Current password'), { key: 'Escape' });
  expect(left).toBe(0);
  expect(field('Current password')).toHaveProperty('value', 'harbour-Lamp-90');
});
