import { msg } from '../shared/words/message.ts'

/**
 * Shown to people with a browser that is too old. The build writes it into a script of its own, in all languages
 * (`vite.config.ts`).
 */
export const tooOld = [
  msg('This browser is too old for Muster'),
  msg('Update it, or use Chrome 109, Firefox 115, Safari 15.4 or a newer version. On an iPhone, update iOS.'),
]
