import * as ws from 'ws'

// The types of the library do not know of it.
const { Sender } = ws as unknown as { Sender: { frame(data: Buffer, options: object): Buffer[] } }
const TEXT = { fin: true, opcode: 1, mask: false, readOnly: true, rsv1: false }

/** A text as a WebSocket frame. One frame serves any number of pages: sockets would encode it for each. */
export const frameOf = (text: string): Buffer => Buffer.concat(Sender.frame(Buffer.from(text), TEXT))
