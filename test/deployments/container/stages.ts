/** Reads the stages of a Dockerfile. */
import {
  Copy,
  DockerfileParser,
  Env,
  From,
  Healthcheck,
  JSONInstruction,
  type Instruction,
} from 'dockerfile-ast'

export type Step =
  | { readonly kind: 'RUN'; readonly command: string }
  | {
      readonly kind: 'COPY'
      /** The stage of the sources; absent for the context of the build. */
      readonly from?: string
      readonly sources: readonly string[]
      readonly target: string
    }
  | { readonly kind: 'WORKDIR' | 'USER'; readonly value: string }
  | { readonly kind: 'ENV'; readonly values: Readonly<Record<string, string>> }
  | { readonly kind: 'ENTRYPOINT' | 'CMD' | 'HEALTHCHECK'; readonly words: readonly string[] }

export interface Stage {
  readonly image: string
  readonly name: string | undefined
  readonly steps: readonly Step[]
}

/** @throws Error for an instruction that the tests cannot execute */
export function readStages(dockerfile: string): Stage[] {
  const stages: { image: string; name: string | undefined; steps: Step[] }[] = []
  for (const instruction of DockerfileParser.parse(dockerfile).getInstructions()) {
    if (instruction instanceof From) {
      const name = instruction.getBuildStage() ?? undefined
      stages.push({ image: instruction.getImage() ?? '', name, steps: [] })
    } else if (instruction.getKeyword() !== 'EXPOSE') {
      stages.at(-1)?.steps.push(stepOf(instruction))
    }
  }
  return stages
}

function stepOf(instruction: Instruction): Step {
  const kind = instruction.getKeyword()
  const text = instruction.getArgumentsContent() ?? ''
  if (instruction instanceof Copy) {
    const words = instruction.getArguments().map((word) => word.getValue())
    const from = instruction.getFromFlag()?.getValue()
    return {
      ...{ kind: 'COPY', sources: words.slice(0, -1), target: words.at(-1) ?? '' },
      ...(from != null && { from }),
    }
  }
  if (instruction instanceof Env) {
    const pairs = instruction.getProperties()
    const values = Object.fromEntries(pairs.map((one) => [one.getName(), one.getValue() ?? '']))
    return { kind: 'ENV', values }
  }
  if (instruction instanceof Healthcheck) return { kind: 'HEALTHCHECK', words: wordsOf(text) }
  if (kind === 'RUN') return { kind, command: text }
  if (kind === 'WORKDIR' || kind === 'USER') return { kind, value: text }
  if ((kind === 'ENTRYPOINT' || kind === 'CMD') && instruction instanceof JSONInstruction) {
    return { kind, words: wordsOf(text) }
  }
  throw new Error(`unknown instruction ${instruction.toString()}`)
}

/** The words of the exec form of an instruction, a JSON array. */
function wordsOf(text: string): string[] {
  return JSON.parse(text.slice(text.indexOf('['))) as string[]
}
