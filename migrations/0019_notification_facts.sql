DROP INDEX "notifications_reminder";--> statement-breakpoint
DROP INDEX "notifications_task";--> statement-breakpoint
DROP INDEX "notifications_sop";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_reminder_id_reminders_id_fk";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_task_id_tasks_id_fk";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_sop_id_sops_id_fk";--> statement-breakpoint
ALTER TABLE "notifications" ALTER COLUMN "type" DROP DEFAULT;--> statement-breakpoint
-- Old columns become the new ones, because that writes the table once; an UPDATE takes about three times as long, and the table is twice as large afterwards.
-- A reminder's words are what people wrote, so that they are its facts. The other sentences stay as they are.
ALTER TABLE "notifications"
	ALTER COLUMN "type" TYPE varchar(50) USING CASE "type" WHEN 'reminder' THEN 'reminder' ELSE 'legacy' END,
	ALTER COLUMN "title" TYPE jsonb USING CASE "type"
		WHEN 'reminder' THEN jsonb_build_object('title', "title", 'description', "message")
		ELSE jsonb_build_object('type', "type", 'title', "title", 'message', "message")
	END,
	ALTER COLUMN "message" TYPE varchar(50) USING CASE
		WHEN "task_id" IS NOT NULL THEN 'task'
		WHEN "sop_id" IS NOT NULL THEN 'sop'
		WHEN "reminder_id" IS NOT NULL THEN 'reminder'
	END,
	ALTER COLUMN "task_id" TYPE varchar(50) USING coalesce("task_id", "sop_id", "reminder_id")::text;--> statement-breakpoint
ALTER TABLE "notifications" RENAME COLUMN "type" TO "kind";--> statement-breakpoint
ALTER TABLE "notifications" RENAME COLUMN "title" TO "params";--> statement-breakpoint
ALTER TABLE "notifications" RENAME COLUMN "message" TO "subject_type";--> statement-breakpoint
ALTER TABLE "notifications" RENAME COLUMN "task_id" TO "subject_id";--> statement-breakpoint
ALTER TABLE "notifications" DROP COLUMN "reminder_id";--> statement-breakpoint
ALTER TABLE "notifications" DROP COLUMN "sop_id";--> statement-breakpoint
CREATE INDEX "notifications_subject" ON "notifications" USING btree ("subject_type","subject_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "notifications"."subject_type" is not null;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_subject" CHECK (("notifications"."subject_type" is null) = ("notifications"."subject_id" is null));
