/** The parts of an excerpt. Words that somebody has searched for are marked. */
export const markHits = (parts: readonly { text: string; isHit: boolean }[]) =>
  parts.map(({ text, isHit }, at) =>
    isHit ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change their order
      <mark key={at} className="rounded-[3px] bg-medium/25 px-0.5 font-medium text-text">
        {text}
      </mark>
    ) : (
      text
    ),
  )
