/** What a conformance run finds in an implementation with the given tables, and rows for them. */
import { failuresOf, runConformance } from '../../src/conformance'
import { isStress } from '../support/effort'
import {
  memoryImplementation,
  serveImplementation,
  type Choices,
  type MemoryTable,
} from './memory-implementation'

export type Tables = Readonly<Record<string, MemoryTable>>

/**
 * Messages of the checks that fail, at the levels of the contract.
 * @param topics beginnings of the ids of the checks that read what is unusual; under stress, all checks run
 */
export async function faults(
  tables: Tables,
  choices: Choices = {},
  topics: readonly string[] = [''],
): Promise<readonly string[]> {
  const baseUrl = await serveImplementation(memoryImplementation(tables, choices))
  const only = (id: string): boolean => isStress || topics.some((topic) => id.startsWith(topic))
  const report = await runConformance({ baseUrl, only })
  expect(report.isComplete).toBe(true)
  expect(report.results.length).toBeGreaterThan(0)
  return failuresOf(report).map(
    ({ check, findings }) => `${check.id}: ${findings[0]?.message ?? ''}`,
  )
}

export const rows = <Row>(count: number, row: (index: number) => Row): readonly Row[] =>
  Array.from({ length: count }, (_, index) => row(index))

const WORDS = ['apple', 'Birch', 'cedar', 'Maple', 'olive', 'Pine', 'rowan', 'Birch']
export const word = (index: number): string => WORDS[index % WORDS.length] ?? ''
