// @vitest-environment jsdom
import { ApiError, changeSettings } from '@kituo/sdk';
import { auth, type ReplyOf } from '@kituo/sdk/contracts';
import { Refusal, renderPage, reply } from '@kituo/sdk/testing';
import { act, fireEvent } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { SignInChecks, useSignInChecks } from './sign-in-checks.tsx';

const dealt: ReplyOf<typeof auth.slider> = {
  required: true,
  sliderId: 'slide',
  background: 'data:,',
  piece: 'data:,',
  pieceTop: 0,
  width: 320,
  height: 160,
  expiresInSeconds: 120,
};

function setUp(options: { isWanted: boolean }) {
  let checks: ReturnType<typeof useSignInChecks> | undefined;
  let pictures = 0;
  function Form() {
    checks = useSignInChecks();
    return <SignInChecks checks={checks} />;
  }
  changeSettings({ graphicVerificationIsOpenStatus: options.isWanted });
  const page = renderPage(<Form />, {
    plugin: { name: 'host', texts: { en } },
    replies: [
      reply(auth.slider, ({ mode }) => {
        if (mode === 'question') return { ...dealt, sliderId: 'sum', question: 'Two plus three?' };
        if (mode !== 'letters') return dealt;
        pictures += 1;
        return { ...dealt, sliderId: `letters-${pictures}`, background: `data:,${pictures}` };
      }),
      reply(auth.sliderVerify, ({ sliderId, letters }) => {
        if (letters !== undefined && letters !== 'ACE34') throw new Refusal('PICTURE_WRONG');
        return { sliderTicket: `ticket of ${String(sliderId)}` };
      }),
    ],
  });
  const slide = async () => {
    const range = await page.findByRole('slider');
    await expect.poll(() => range.hasAttribute('disabled')).toBe(false);
    fireEvent.keyDown(range, { key: 'Enter' });
    await page.findByText('Slider check passed');
  };
  return { page, slide, now: () => checks };
}

const refusal = (error: string, facts: Record<string, boolean> = {}) =>
  new ApiError({ code: 1, status: 400, msg: error, error, facts });

it('lets the picture follow the slider where the person wants it, and sends both tickets', async () => {
  const { page, slide, now } = setUp({ isWanted: true });
  await slide();
  const letters = await page.findByLabelText('Enter the letters in the image');
  await expect.poll(() => now()?.missing).toBe('picture');
  await userEvent.type(letters, 'wrong{Enter}');
  await page.findByText(/Incorrect letters/);
  // It is said before the next picture is there, and what is typed is of that one.
  const shown = () => page.getByAltText(/^Image of five/).getAttribute('src');
  await expect.poll(shown).toBe('data:,2');
  await userEvent.type(letters, 'ACE34{Enter}');
  await page.findByText('Image check passed');
  expect(now()).toMatchObject({
    missing: null,
    tickets: { sliderTicket: 'ticket of slide', pictureTicket: 'ticket of letters-2' },
  });
});

it('shows the picture where the server asks for it, and keeps the slide that was not spent', async () => {
  const { page, slide, now } = setUp({ isWanted: false });
  await slide();
  expect(now()?.missing).toBeNull();
  act(() => now()?.refused(refusal('PICTURE_REQUIRED')));
  await userEvent.click(await page.findByText('Use a spoken question instead'));
  await userEvent.type(await page.findByLabelText('Two plus three?'), '5{Enter}');
  await page.findByText('Image check passed');
  expect(now()?.tickets).toEqual({
    sliderTicket: 'ticket of slide',
    pictureTicket: 'ticket of sum',
  });
});

it('deals both again after a refusal that spent them', async () => {
  const { page, slide, now } = setUp({ isWanted: false });
  await slide();
  act(() => now()?.refused(refusal('LOGIN_WRONG', { isPictureDue: true })));
  await slide();
  await page.findByLabelText('Enter the letters in the image');
  expect(now()?.tickets).toEqual({ sliderTicket: 'ticket of slide' });
});
