-- concurrently
DROP INDEX CONCURRENTLY IF EXISTS "handover_questions_open";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "handover_questions_open" ON "handover_questions" USING btree ("asked_at") WHERE "handover_questions"."answered_at" is null;
