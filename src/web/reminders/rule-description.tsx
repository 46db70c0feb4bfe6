import { useEffect, useState } from 'react'

type Describe = (rule: string) => string
let describe: Describe | undefined

/** The words come with a library of their own, which loads when the first rule is to be read. */
async function load(): Promise<Describe> {
  const { describeRule } = await import('./rule-in-words.ts')
  describe = describeRule
  return describe
}

/** A good rule in words, as "At 09:00, Monday through Friday"; the rule itself until, or unless, words can be had. */
export function RuleDescription({ rule }: { rule: string }) {
  const [words, setWords] = useState(() => describe)
  useEffect(() => {
    if (!describe)
      load().then(
        (loaded) => setWords(() => loaded),
        () => undefined,
      )
  }, [])
  return <>{describeRule(rule, words)}</>
}

function describeRule(rule: string, words: Describe | undefined) {
  try {
    return words ? words(rule) : rule
  } catch {
    return rule
  }
}
