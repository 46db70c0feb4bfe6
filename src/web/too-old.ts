import { msg } from '../shared/words/message.ts'

/** Shown by too old browsers. The build writes its own script for it, in all languages (`vite.config.ts`). */
export const tooOld = [
  msg('This browser is too old for Muster'),
  msg('Update it, or use Chrome 109, Firefox 115, Safari 15.4 or a newer version. On an iPhone, update iOS.'),
]
