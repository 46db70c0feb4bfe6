import { fold } from '../../../shared/fold.ts'
import type { SopFind } from '../../../shared/sops.ts'

const BEFORE = 60
const AFTER = 140
/** Half a character, where a cut has divided one. */
const HALF = /\p{Surrogate}/gu
const WORD = /[\p{L}\p{N}\p{M}]+/gu

interface Hit {
  begin: number
  end: number
}

/** The words around the first place where most of what was searched for stands together, with the finds marked. */
export function excerptOf(text: string, words: string[]): SopFind['excerpt'] {
  const hits = hitsIn(text, words)
  const [best] = hits
    .map((hit) => ({ hit, near: hits.filter(({ begin }) => begin >= hit.begin && begin < hit.begin + AFTER).length }))
    .sort((a, b) => b.near - a.near || a.hit.begin - b.hit.begin)
  const around = best?.hit ?? { begin: 0, end: 0 }
  const begin = wordBoundary(text, around.begin - BEFORE, 1)
  const end = wordBoundary(text, around.end + AFTER, -1)
  return marked(text, begin, end, hits)
}

/** Where words of the text begin like one that was searched for, without case and accents. */
function hitsIn(text: string, words: string[]): Hit[] {
  const hits: Hit[] = []
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const folded = fold(word)
    if (words.some((each) => folded.startsWith(each))) hits.push({ begin: index, end: index + word.length })
  }
  return hits
}

/** The nearest place between words from there on, in that direction. */
function wordBoundary(text: string, from: number, step: 1 | -1) {
  if (from <= 0) return 0
  if (from >= text.length) return text.length
  let at = from
  for (let tries = 0; tries < 30 && at > 0 && at < text.length && text[at] !== ' '; tries += 1) at += step
  return at
}

function marked(text: string, begin: number, end: number, hits: Hit[]) {
  const parts: SopFind['excerpt'] = []
  const add = (piece: string, isHit: boolean) => piece && parts.push({ text: piece.replace(HALF, ''), isHit })
  let at = begin
  for (const hit of hits.filter((each) => each.begin >= begin && each.end <= end)) {
    add(text.slice(at, hit.begin), false)
    add(text.slice(hit.begin, hit.end), true)
    at = hit.end
  }
  add(text.slice(at, end), false)
  if (begin > 0) parts.unshift({ text: '… ', isHit: false })
  if (end < text.length) parts.push({ text: ' …', isHit: false })
  return parts
}
