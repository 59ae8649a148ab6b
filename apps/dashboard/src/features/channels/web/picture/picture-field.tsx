import { Button, Group, Input } from '@mantine/core';
import type { Channel } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { callApi } from '../../../../api/client.ts';
import { toProblem } from '../../../../api/errors.ts';
import { keepChannel } from '../../../../api/queries/channel-queries.ts';
import { Seal } from '../../../../ui/code/seal.tsx';
import { toastDone } from '../../../../ui/toasts/toast.ts';
import css from './picture-field.module.css';
import { picturePath } from './picture-path.ts';
import { scalePicture } from './scale-picture.ts';

/** The picture of a chat. It is stored as soon as it is chosen, apart from the form. */
export function PictureField({ channel, readOnly }: { channel: Channel; readOnly: boolean }) {
  const chooser = useRef<HTMLInputElement>(null);
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (file: Blob | undefined) => {
      if (file === undefined) {
        await callApi((client) => client.channels.deletePicture(channel._id));
        return callApi((client) => client.channels.retrieve(channel._id));
      }
      const content = await scalePicture(file);
      return callApi((client) => client.channels.setPicture(channel._id, { file: { name: 'picture', content } }));
    },
    onSuccess: (saved) => {
      keepChannel(saved);
      toastDone(saved.picture === null ? 'Picture removed.' : 'Picture saved.');
    },
  });
  const path = picturePath(channel);
  return (
    <Input.Wrapper
      label="Picture"
      labelElement="div"
      description="In the head of the chat; in the launcher, too, if you choose it there. It is saved at once."
      error={error === null ? undefined : toProblem(error).message}
    >
      <Group mt="xs" gap="sm">
        {path === undefined ? (
          <Seal id={channel.agent} size={48} />
        ) : (
          <img className={css['picture']} src={path} width={48} height={48} alt="As visitors see it" />
        )}
        {!readOnly && (
          <>
            <input
              ref={chooser}
              type="file"
              accept="image/*"
              hidden
              aria-label="Picture to upload"
              onChange={({ currentTarget }) => {
                const [file] = currentTarget.files ?? [];
                if (file !== undefined) mutate(file);
                // The same file may be chosen again.
                currentTarget.value = '';
              }}
            />
            <Button variant="default" loading={isPending} onClick={() => chooser.current?.click()}>
              {path === undefined ? 'Upload picture' : 'Replace picture'}
            </Button>
            {path !== undefined && (
              <Button variant="default" disabled={isPending} onClick={() => mutate(undefined)}>
                Remove picture
              </Button>
            )}
          </>
        )}
      </Group>
    </Input.Wrapper>
  );
}
