// @vitest-environment jsdom
import { auth, type ReplyOf } from '@kituo/sdk/contracts';
import { Refusal, renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import english from '../../locales/en.json' with { type: 'json' };
import { SliderCheck } from './slider-check.tsx';
import type { SliderState } from './slider-state.ts';

const picture: ReplyOf<typeof auth.slider> = {
  required: true,
  sliderId: 'picture',
  background: 'data:,',
  piece: 'data:,',
  pieceTop: 0,
  width: 320,
  height: 160,
  expiresInSeconds: 120,
};

function Form({ told }: { readonly told: (state: SliderState) => void }) {
  const [state, setState] = useState<SliderState>({ kind: 'dealing' });
  const [deal, setDeal] = useState(0);
  told(state);
  return (
    <>
      <SliderCheck state={state} onChange={setState} deal={deal} />
      <button type="button" onClick={() => setDeal(deal + 1)}>
        the ticket is spent
      </button>
    </>
  );
}

function setUp() {
  let questions = 0;
  let state: SliderState = { kind: 'dealing' };
  const page = renderPage(<Form told={(now) => (state = now)} />, {
    plugin: { name: 'host', texts: { en: english } },
    replies: [
      reply(auth.slider, ({ mode }) =>
        mode === 'question'
          ? { ...picture, sliderId: `q${(questions += 1)}`, question: `Question ${questions}?` }
          : picture,
      ),
      reply(auth.sliderVerify, ({ answer, left }) => {
        if (left === undefined && answer !== 12) throw new Refusal('SLIDER_ANSWER_WRONG');
        return { sliderTicket: 'ticket' };
      }),
    ],
  });
  return { page, state: () => state, user: userEvent.setup() };
}

it('asks a question in the picture’s place and takes its answer', async () => {
  const { page, state, user } = setUp();
  await user.click(await page.findByText('Use a spoken question instead'));
  await user.type(await page.findByLabelText('Question 1?'), '12{Enter}');
  await page.findByText('Slider check passed');
  expect(state()).toEqual({ kind: 'passed', ticket: 'ticket' });
  expect(page.server.callsOf(auth.sliderVerify)[0]?.request).toEqual({
    sliderId: 'q1',
    answer: 12,
  });
});

it.each(['picture', 'question'])('has a %s judged once, however long Enter is held', async (kind) => {
  const { page, state, user } = setUp();
  if (kind === 'question') {
    await user.click(await page.findByText('Use a spoken question instead'));
    await user.type(await page.findByLabelText('Question 1?'), '12');
  }
  const field = await page.findByRole(kind === 'question' ? 'textbox' : 'slider');
  await waitFor(() => {
    expect(state()).toEqual({ kind: 'open' });
  });
  for (const repeat of [false, true, true]) fireEvent.keyDown(field, { key: 'Enter', repeat });
  await page.findByText('Slider check passed');
  expect(page.server.callsOf(auth.sliderVerify)).toHaveLength(1);
  expect(state()).toEqual({ kind: 'passed', ticket: 'ticket' });
});

it('says that an answer was wrong and asks the next question', async () => {
  const { page, user } = setUp();
  await user.click(await page.findByText('Use a spoken question instead'));
  await user.type(await page.findByLabelText('Question 1?'), '11{Enter}');
  await page.findByLabelText('Question 2?');
  expect(page.getByText(/Incorrect answer/).getAttribute('role')).toBe('status');
});

it('asks again once a failed sign-in has spent the ticket', async () => {
  const { page, state, user } = setUp();
  await user.click(await page.findByText('Use a spoken question instead'));
  await user.type(await page.findByLabelText('Question 1?'), '12{Enter}');
  await page.findByText('Slider check passed');
  await user.click(page.getByText('the ticket is spent'));
  await page.findByLabelText('Question 2?');
  expect(state()).toEqual({ kind: 'open' });
});
