import { Button, DialogBody, DialogFooter } from '@blueprintjs/core';
import { useEffect, useState } from 'react';
import Cropping from 'react-easy-crop';
import type { Area } from 'react-easy-crop';
import { usePluginScope, useText } from '../scope/use-plugin-scope.ts';

/** Draws the chosen part of an image and gives it back as a file of the same type. */
async function cut(image: File, area: Area): Promise<File> {
  const bitmap = await createImageBitmap(image, area.x, area.y, area.width, area.height);
  const canvas = document.createElement('canvas');
  canvas.width = area.width;
  canvas.height = area.height;
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  bitmap.close();
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, image.type, 0.92);
  });
  if (blob === null) throw new TypeError(`${image.type} cannot be written`);
  return new File([blob], image.name, { type: blob.type });
}

/** The cropper in its modal. */
export function Cropper(props: {
  readonly image: File;
  readonly aspect: number;
  readonly close: (cropped?: File) => void;
}) {
  const t = useText('sdk');
  const scope = usePluginScope();
  const [address, setAddress] = useState<string | null>(null);
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(props.image);
    setAddress(made);
    return () => {
      URL.revokeObjectURL(made);
    };
  }, [props.image]);

  const apply = async () => {
    if (area === null) return;
    try {
      props.close(await cut(props.image, area));
    } catch {
      scope.toast.fail(t('crop.failed'));
    }
  };
  return (
    <>
      <DialogBody>
        <div className="ks-crop-area">
          {address !== null && (
            <Cropping
              image={address}
              crop={crop}
              zoom={zoom}
              aspect={props.aspect}
              // Its own style element would be against the content security policy: see sdk.css.
              disableAutomaticStylesInjection
              onCropChange={setCrop}
              onZoomChange={setZoom}
              onCropComplete={(_percent, pixels) => {
                setArea(pixels);
              }}
            />
          )}
        </div>
        <label className="ks-crop-zoom">
          {t('crop.zoom')}
          <input
            type="range"
            min={1}
            max={3}
            step={0.05}
            value={zoom}
            onChange={(event) => {
              setZoom(Number(event.currentTarget.value));
            }}
          />
        </label>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button
              text={t('action.cancel')}
              onClick={() => {
                props.close();
              }}
            />
            <Button intent="primary" text={t('action.apply')} onClick={() => void apply()} />
          </>
        }
      />
    </>
  );
}
