import { ApiError, session$ } from '@kituo/sdk';
import { useState } from 'react';
import { Later } from '../shell/later.tsx';
import { SliderCheck } from './slider-check.tsx';
import type { SliderState } from './slider-state.ts';

const pictureCheck = () => import('./picture-check.tsx').then((module) => module.PictureCheck);

/** The slider, and the picture that follows it where the person or the server wants one. */
export function useSignInChecks() {
  const [slider, setSlider] = useState<SliderState>({ kind: 'dealing' });
  const [picture, setPicture] = useState<SliderState>({ kind: 'dealing' });
  const [isPictureWanted, setIsPictureWanted] = useState(() => session$.value.settings.graphicVerificationIsOpenStatus);
  const [deal, setDeal] = useState(0);
  const isPictureShown = isPictureWanted && slider.kind === 'passed';
  return {
    slider,
    setSlider,
    picture,
    setPicture,
    deal,
    isPictureShown,
    isDealing: slider.kind === 'dealing' || (isPictureShown && picture.kind === 'dealing'),
    missing: missingOf(slider, isPictureShown ? picture : null),
    tickets: {
      ...(slider.kind === 'passed' && { sliderTicket: slider.ticket }),
      ...(isPictureShown && picture.kind === 'passed' && { pictureTicket: picture.ticket }),
    },
    /** A refused sign-in spent the tickets, unless it requested the picture beforehand. */
    refused(error: unknown): void {
      const isAsked = error instanceof ApiError && error.error === 'PICTURE_REQUIRED';
      const isDue = error instanceof ApiError && error.facts['isPictureDue'] === true;
      if (isAsked || isDue) setIsPictureWanted(true);
      if (isAsked || slider.kind !== 'passed') return;
      setPicture({ kind: 'dealing' });
      setDeal((count) => count + 1);
    },
  };
}

export type Checks = ReturnType<typeof useSignInChecks>;

function missingOf(slider: SliderState, picture: SliderState | null) {
  if (slider.kind === 'open') return 'slider';
  return picture?.kind === 'open' || picture?.kind === 'failed' ? 'picture' : null;
}

export function SignInChecks({ checks }: { readonly checks: Checks }) {
  const { slider, setSlider, picture, setPicture, deal } = checks;
  return (
    <>
      <SliderCheck state={slider} onChange={setSlider} deal={deal} />
      {checks.isPictureShown && <Later load={pictureCheck} props={{ state: picture, onChange: setPicture, deal }} />}
    </>
  );
}
