CREATE TABLE "rate_limits" (
	"subject" varchar(50) NOT NULL,
	"kind" varchar(30) NOT NULL,
	"tokens" double precision NOT NULL,
	"missed" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "rate_limits_subject_kind_pk" PRIMARY KEY("subject","kind")
);
--> statement-breakpoint
DROP INDEX "notifications_reminder";--> statement-breakpoint
CREATE INDEX "notifications_never_read" ON "notifications" USING btree ("created_at") WHERE not "notifications"."is_read";--> statement-breakpoint
CREATE INDEX "notifications_reminder" ON "notifications" USING btree ("reminder_id","id");