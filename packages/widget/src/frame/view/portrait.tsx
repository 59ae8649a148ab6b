import { useState } from 'preact/hooks';
import { Seal } from './seal.tsx';

interface PortraitProps {
  readonly agent: string;
  /** Path of the channel's picture; empty for none. */
  readonly picture: string;
}

/** The picture of a channel, or the seal of its agent. Screen readers get the title beside it. */
export function Portrait({ agent, picture }: PortraitProps) {
  /** The picture that could not be loaded: another one has taken its place since. */
  const [broken, setBroken] = useState('');
  if (picture === '' || picture === broken) return <Seal id={agent} />;
  return <img src={picture} alt="" class="seal picture" onError={() => setBroken(picture)} />;
}
