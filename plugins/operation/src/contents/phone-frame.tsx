import { callFile } from '@kituo/sdk';
import { file } from '@kituo/sdk/contracts';
import { useEffect, useState } from 'react';
import './phone-frame.css';

/** Content as the app shows it: the image above, its words below. */
export function PhoneFrame(props: {
  readonly title: string;
  readonly text: string;
  readonly attachId: string | null;
  readonly language?: string;
}) {
  const { title, text, attachId, language } = props;
  return (
    <figure className="op-phone" lang={language}>
      {attachId !== null && <AttachedImage key={attachId} attachId={attachId} label={title} />}
      <figcaption>
        <strong>{title}</strong>
        <p>{text}</p>
      </figcaption>
    </figure>
  );
}

/** Its address lives as long as it is drawn. */
function AttachedImage({ attachId, label }: { readonly attachId: string; readonly label: string }) {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    let made: string | null = null;
    let isGone = false;
    void callFile(file.attachDownload, { attachId }).then(
      ({ blob }) => {
        if (isGone) return;
        made = URL.createObjectURL(blob);
        setAddress(made);
      },
      () => undefined,
    );
    return () => {
      isGone = true;
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [attachId]);
  return address === null ? null : <img src={address} alt={label} />;
}
