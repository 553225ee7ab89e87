import { ApiError, Button, call, EatTime, useCan, useText } from '@kituo/sdk';
import { reveal } from '@kituo/sdk/contracts';
import type { orderFile } from '@kituo/sdk/contracts';
import { dictionaryOptions, useOptions } from '@kituo/sdk/page';
import { useEffect, useState } from 'react';

type Image = orderFile.OrderDetails['face']['images'][number];

const KIND = {
  ID_FRONT: 'order.idFront',
  ID_BACK: 'order.idBack',
  SELFIE: 'order.selfie',
} as const;
const PURPOSES = dictionaryOptions('REVEAL_PURPOSE');
/** A shown picture hides again; its address is over by then. */
const SHOWN_MS = 60_000;

/** The pictures of an order: each is shown for a purpose, recorded, counted, and carries the viewer's name. */
export function Pictures(props: { readonly orderNo: string; readonly images: readonly Image[] }) {
  const t = useText();
  const isPermitted = useCan('audit:sensitive:reveal');
  const { options } = useOptions(PURPOSES);
  const [purpose, setPurpose] = useState('');
  // Whoever looks at pictures compares faces: OTHER asks for a note, which fields of values have.
  const offered = options.filter(({ value }) => value !== 'OTHER');
  const wanted =
    purpose === '' ? (offered.find(({ value }) => value === 'VERIFY_IDENTITY') ?? offered[0])?.value : purpose;
  if (props.images.length === 0) return <p className="of-missing">{t('pictures.none')}</p>;
  return (
    <>
      {isPermitted && (
        <label className="of-purpose">
          {t('pictures.purpose')}
          <select
            className="of-select"
            value={wanted ?? ''}
            onChange={(event) => {
              setPurpose(event.target.value);
            }}
          >
            {offered.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        </label>
      )}
      <div className="of-pictures">
        {props.images.map((image) => (
          <Shot
            key={image.imageKind}
            orderNo={props.orderNo}
            image={image}
            purpose={isPermitted ? (wanted ?? null) : null}
          />
        ))}
      </div>
    </>
  );
}

function Shot(props: {
  readonly orderNo: string;
  readonly image: Image;
  /** Null where the reader may not see it. */
  readonly purpose: string | null;
}) {
  const { orderNo, image, purpose } = props;
  const t = useText();
  const [address, setAddress] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    if (address === null) return;
    const timer = setTimeout(() => {
      setAddress(null);
    }, SHOWN_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [address]);
  const show = async (): Promise<void> => {
    if (purpose === null) return;
    setAsking(true);
    setFault(null);
    try {
      const request = { kind: KIND[image.imageKind], subjectNo: orderNo, purpose };
      setAddress((await call(reveal.show, request, { quiet: true })).value);
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      setFault(cause.msg);
    }
    setAsking(false);
  };
  const name = t(`IMAGE_KIND.${image.imageKind}`);
  return (
    <figure className="of-picture">
      {address === null ? (
        <div className="of-picture-hidden">
          {purpose === null ? (
            <span className="kp-muted">{t('pictures.forbidden')}</span>
          ) : (
            <Button text={t('pictures.show', { name })} loading={isAsking} onClick={() => void show()} />
          )}
          {fault !== null && <p role="alert">{fault}</p>}
        </div>
      ) : (
        <img src={address} alt={name} />
      )}
      <figcaption>
        {name} · <EatTime at={image.takenAt} />
      </figcaption>
    </figure>
  );
}
