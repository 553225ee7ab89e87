/** The far end's voice: a real WebRTC peer, which says back what it hears. */
export interface Media {
  readonly sdp: string;
  /** Takes the browser's answer to what was offered; absent where the browser offered. */
  accept?(sdp: string): Promise<void>;
  close(): Promise<void>;
}

async function openPeer() {
  // Loaded with the first call: nobody else needs it.
  const { RTCPeerConnection } = await import('werift');
  const peer = new RTCPeerConnection({ iceServers: [], iceAdditionalHostAddresses: ['127.0.0.1'], iceUseIpv6: false });
  const voice = peer.addTransceiver('audio', { direction: 'sendrecv' });
  peer.onTrack.subscribe((track) => {
    track.onReceiveRtp.subscribe((packet) => void voice.sender.sendRtp(packet).catch(() => undefined));
  });
  return peer;
}

const mediaOf = (peer: Awaited<ReturnType<typeof openPeer>>): Media => ({
  sdp: peer.localDescription?.sdp ?? '',
  close: async () => await peer.close(),
});

/** Answers a browser's offer. Throws where it is no offer of sound. */
export async function answerOffer(sdp: string): Promise<Media> {
  const peer = await openPeer();
  try {
    await peer.setRemoteDescription({ type: 'offer', sdp });
    await peer.setLocalDescription(await peer.createAnswer());
    return mediaOf(peer);
  } catch (error) {
    await peer.close();
    throw error;
  }
}

/** An offer for a browser that is rung, and what takes its answer. */
export async function makeOffer(): Promise<Media> {
  const peer = await openPeer();
  await peer.setLocalDescription(await peer.createOffer());
  return { ...mediaOf(peer), accept: async (sdp) => await peer.setRemoteDescription({ type: 'answer', sdp }) };
}
